// Before the first paint: sets the color scheme, and queues presses and input for each view until it is hydrated.
(() => {
  const root = document.documentElement;
  const kept = [];

  const isAwake = (element) => {
    const view = element.closest('[data-view]');
    return view ? 'ready' in view.dataset : 'awake' in root.dataset;
  };
  const keep = (element, act) => {
    if (isAwake(element)) return false;
    // Pressing twice out of impatience counts as once.
    const again = kept.find((one) => one.element === element);
    if (again) again.act = act;
    else kept.push({ element, act });
    return true;
  };
  const wait = (element, act) => {
    if (!keep(element, act)) return false;
    element.dataset.waiting = '';
    return true;
  };

  // A form without a method is submitted by the script.
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (form.hasAttribute('method')) return;
    event.preventDefault();
    wait(form, () => form.requestSubmit(submitter));
  });

  document.addEventListener(
    'click',
    (event) => {
      const button = event.target.closest('button, [role="button"]');
      if (
        !button ||
        button.closest('.unreachable') ||
        button.popoverTargetElement ||
        (button.type === 'submit' && button.form)
      )
        return;
      if (!wait(button, () => button.click())) return;
      event.preventDefault();
      // A partly hydrated view would handle it too.
      event.stopPropagation();
    },
    true,
  );

  document.addEventListener(
    'input',
    (event) => {
      const { target } = event;
      if (keep(target, typed(target))) event.stopPropagation();
    },
    true,
  );

  // Enter in a field, and shortcuts that browsers would handle themselves.
  document.addEventListener('keydown', (event) => {
    const { key, code, ctrlKey, metaKey, target } = event;
    // The end of a composed character; see composition.ts.
    if (event.isComposing || event.keyCode === 229) return;
    // In a form, Enter submits it.
    if (key === 'Enter' && !ctrlKey && !metaKey && target instanceof HTMLInputElement && !target.form) {
      const enter = typed(target);
      const again = { key, code, bubbles: true, cancelable: true };
      keep(target, () => {
        enter();
        target.dispatchEvent(new KeyboardEvent('keydown', again));
      });
      return;
    }
    if (!(ctrlKey || metaKey) || !(/^(k|s|enter)$/i.test(key) || code === 'KeyK')) return;
    const again = { key, code, ctrlKey, metaKey, bubbles: true, cancelable: true };
    const act = () => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', again));
    const asked = code === 'KeyK' || key === 'k' ? root : document.querySelector('main [data-view]');
    if (asked && keep(asked, act)) event.preventDefault();
  });

  // A file dropped anywhere else would replace the page.
  for (const name of ['dragover', 'drop'])
    document.addEventListener(name, (event) => 'ready' in root.dataset || event.preventDefault());

  /** Returns a function that re-enters a field's current value as if it were typed then. */
  function typed(field) {
    const { type, value, checked } = field;
    if (type === 'checkbox' || type === 'radio')
      return () => {
        if (checked === field.defaultChecked) return;
        field.checked = !checked;
        field.click();
      };
    if (field instanceof HTMLSelectElement || type === 'file')
      return () => {
        if (type !== 'file') field.value = value;
        field.dispatchEvent(new Event('change', { bubbles: true }));
      };
    return () => {
      if (value === field.defaultValue) return;
      // Uses the prototype's setter, since a view compares with the value it set last.
      field.value = field.defaultValue;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      // Some fields take their value when they are left.
      if (document.activeElement !== field) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    };
  }

  document.addEventListener('awake', async () => {
    const awake = kept.filter(({ element }) => isAwake(element));
    for (const one of awake) kept.splice(kept.indexOf(one), 1);
    for (const one of awake) {
      delete one.element.dataset.waiting;
      if (one.element.isConnected) one.act();
      // A view is drawn again before it gets the next event.
      await Promise.resolve();
    }
  });

  /** Reports that something could not be loaded, with a button to retry. */
  function tellUnreachable(retry) {
    const bar = document.createElement('div');
    bar.className = 'unreachable';
    bar.setAttribute('role', 'alert');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = root.dataset.retry;
    button.addEventListener('click', () => {
      bar.remove();
      retry();
    });
    bar.append(root.dataset.unreachable, ' ', button);
    document.querySelector('.unreachable')?.remove();
    document.body.append(bar);
  }
  document.addEventListener('unreachable', ({ detail }) => tellUnreachable(detail));
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.type === 'module') tellUnreachable(() => location.reload());
    },
    true,
  );

  // Otherwise the page follows the system setting.
  if (root.dataset.mantineColorScheme) return;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    root.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
})();
