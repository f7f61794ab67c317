// Runs before the first paint: without a chosen scheme the page follows the system's.
(() => {
  const root = document.documentElement;
  if (root.dataset.mantineColorScheme) return;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    root.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
})();
