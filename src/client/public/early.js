// Runs before the first paint and before the page's own script.
(() => {
  // A form that names no method is the script's to send: until its script is there, sending it must not leave the page.
  document.addEventListener('submit', (event) => {
    if (!event.target.hasAttribute('method')) event.preventDefault();
  });
  // Without a chosen scheme the page follows the system's.
  const root = document.documentElement;
  if (root.dataset.mantineColorScheme) return;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    root.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
})();
