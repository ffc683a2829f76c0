// Read before the page is painted, so that a dark screen does not flash white.
{
  const chosen = localStorage.getItem('vitrine-scheme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}
