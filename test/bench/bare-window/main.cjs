const path = require('node:path');
const { app, BrowserWindow } = require('electron');

// What any Electron app costs: one window of the console's kind on a static page.
const userData = process.argv[process.argv.indexOf('--user-data') + 1];
if (userData) app.setPath('userData', userData);
app.on('window-all-closed', () => app.quit());
void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    useContentSize: true,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false },
  });
  window.once('ready-to-show', () => window.show());
  return window.loadFile(path.join(__dirname, 'index.html'));
});
