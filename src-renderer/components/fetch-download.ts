/** The browser's own download of a link that works once. */
export const fetchDownload = (href: string, fileName: string): void => {
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
};
