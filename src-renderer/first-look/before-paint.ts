import { showTheme } from '#ui/theme/theme.ts';

// A script of its own, run before anything is painted: the first look has the person's theme, and leaves Welcome alone.
showTheme();
if (location.hash.startsWith('#/welcome')) document.documentElement.dataset['alone'] = '';
