'use strict';
const { app } = require('electron');
const { define } = require('./define.cjs');

const names = ['will-navigate', 'will-redirect', 'did-start-navigation', 'did-redirect-navigation'];

// Newer versions put on the event object what this runtime passes as further arguments.
app.on('web-contents-created', (_created, contents) => {
  for (const name of names) {
    /** @type {NodeJS.EventEmitter} */ (contents).prependListener(
      name,
      (event, url, isSameDocument = false, isMainFrame = true) => {
        for (const [key, value] of Object.entries({ url, isSameDocument, isMainFrame })) define(event, key, value);
      },
    );
  }
});
