// Sets the colour scheme before the first paint, so that a dark page does not flash white.
{
  const chosen = localStorage.getItem('lessonwright-color-scheme');
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
}
