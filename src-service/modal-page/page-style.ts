/** Style of the modal page. */
export const pageStyle = `
:root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; }
body { margin: 0; padding: 24px; }
header { display: flex; justify-content: space-between; align-items: center; }
h1 { font-size: 21px; line-height: 28px; }
button, input { font: inherit; min-height: 44px; padding: 0 12px; }
form, #content { display: grid; gap: 8px; }
label { display: grid; gap: 4px; }
li { display: flex; justify-content: space-between; gap: 12px; padding: 8px 0; }
ul { list-style: none; margin: 0; padding: 0; }
`;
