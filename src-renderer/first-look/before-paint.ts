import { showTheme } from '#ui/theme/theme.ts';

// A separate script before first paint: applies the theme and leaves Welcome alone.
showTheme();
if (location.hash.startsWith('#/welcome')) document.documentElement.dataset['alone'] = '';
