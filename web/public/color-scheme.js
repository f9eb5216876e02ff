// Sets the colour scheme before anything is painted: a dark page must not begin with a white flash.
{
  const chosen = localStorage.getItem('lessonwright-color-scheme');
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
}
