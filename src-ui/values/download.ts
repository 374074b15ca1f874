export const fetchDownload = (href: string, fileName: string): void =>
  Object.assign(document.createElement('a'), { href, download: fileName }).click();

export const downloadText = (text: string, type: string, fileName: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  fetchDownload(url, fileName);
  // Waits for the next tick, in which the browser has read the blob.
  setTimeout(() => URL.revokeObjectURL(url));
};
