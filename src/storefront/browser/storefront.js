// Search while typing, suggestions, copy buttons and the inquiry form. Every page is complete without this script.

/**
 * The page's own rate limit: a burst of 50 reads, then one a second. That is at most 110 in any minute, below the 120
 * that the service allows.
 */
const budget = { left: 50, at: performance.now() };
function readsLeft() {
  const now = performance.now();
  budget.left = Math.min(50, budget.left + (now - budget.at) / 1000);
  budget.at = now;
  return budget.left;
}

const form = document.querySelector('form.search');
if (form) searchAsTyped(form);
for (const button of document.querySelectorAll('button.copy')) copyOnClick(button);
const inquiry = document.querySelector('form.inquiry');
if (inquiry) sendOnSubmit(inquiry);

function searchAsTyped(form) {
  const input = form.querySelector('#q');
  const list = form.querySelector('#suggestions');
  const results = document.querySelector('#results');
  const lang = form.elements.lang.value;
  let timer;
  let running = new AbortController();
  let composing = false;

  const addressOf = (search) => `/${search ? `?${search}` : ''}`;
  const current = () => new URLSearchParams(location.search);
  const later = (ms, query, options) => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(query, options), ms);
  };

  async function show(query, { remember = true, suggest = false } = {}) {
    running.abort();
    running = new AbortController();
    if (readsLeft() < 1) return later(1_000, query, { remember, suggest });
    budget.left--;
    try {
      const asked = suggest ? `${query}&suggest=1` : query;
      const answer = await fetch(`/storefront/results?${asked}`, { signal: running.signal });
      if (!answer.ok) {
        say(answer.status === 429 ? form.dataset.busy : form.dataset.failed);
        // Others behind the same IP address have used up the limit: the answer says when to retry.
        const wait = Number(answer.headers.get('Retry-After'));
        if (answer.status === 429 && wait > 0) later(wait * 1_000, query, { remember, suggest });
        return;
      }
      const part = document.createElement('template');
      part.innerHTML = await answer.text();
      const offers = part.content.querySelector('.offers');
      offers?.remove();
      results.replaceChildren(part.content);
      carryList();
      offer(offers ? [...offers.children] : []);
      if (remember) history.replaceState(null, '', addressOf(query.toString()));
    } catch (error) {
      if (error.name !== 'AbortError') say(form.dataset.failed);
    }
  }

  function say(text) {
    const paragraph = document.createElement('p');
    paragraph.setAttribute('role', 'status');
    paragraph.textContent = text;
    results.replaceChildren(paragraph);
  }

  // Almost at once while there are reads left; then only at a pause in typing.
  const pause = () => (readsLeft() > 20 ? 60 : 300);
  const typed = () => later(pause(), new URLSearchParams({ q: input.value.trim(), lang }), { suggest: true });

  // A field of one line would join the lines of a list that is pasted. The page of lists gets all of them.
  let pasted;
  function carryList() {
    const link = results.querySelector('a.as-list');
    if (!link || input.value !== pasted?.value) return;
    link.href = `/list?${new URLSearchParams({ lang })}#${new URLSearchParams({ text: pasted.lines.join('\n') })}`;
  }
  input.addEventListener('paste', (event) => {
    const lines = (event.clipboardData?.getData('text') ?? '').trim().split(/\s*[\r\n]+\s*/);
    if (lines.length < 2) return;
    event.preventDefault();
    const isAll = input.value === '' || input.selectionEnd - input.selectionStart === input.value.length;
    input.setRangeText(lines.join('; '), input.selectionStart, input.selectionEnd, 'end');
    pasted = isAll ? { value: input.value, lines } : undefined;
    typed();
  });
  // A file is read on the page of lists.
  form.addEventListener(
    'dragover',
    (event) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
  );
  form.addEventListener('drop', (event) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    const sent = Object.assign(document.createElement('form'), {
      action: `/list?lang=${lang}`,
      method: 'post',
      enctype: 'multipart/form-data',
      hidden: true,
    });
    const file = Object.assign(document.createElement('input'), { type: 'file', name: 'file' });
    file.files = event.dataTransfer.files;
    sent.append(file);
    document.body.append(sent);
    sent.submit();
  });
  // Pinyin that is still being composed is not the final text.
  input.addEventListener('compositionstart', () => (composing = true));
  input.addEventListener('compositionend', () => {
    composing = false;
    typed();
  });
  input.addEventListener('input', () => !composing && typed());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    close();
    void show(new URLSearchParams({ q: input.value.trim(), lang }));
  });
  results.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="/?"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const query = new URL(link.href).searchParams;
    input.value = query.get('q') ?? '';
    history.pushState(null, '', link.href);
    void show(query, { remember: false }).then(() => results.scrollIntoView({ block: 'nearest' }));
  });
  addEventListener('popstate', () => {
    input.value = current().get('q') ?? '';
    void show(current(), { remember: false });
  });

  // The listbox of suggestions: arrows move, Enter selects, Escape closes (WAI-ARIA combobox).
  let active = -1;
  function offer(options) {
    if (document.activeElement !== input || options.length === 0) return close();
    for (const option of options)
      option.addEventListener('pointerdown', (event) => {
        event.preventDefault();
        take(option);
      });
    list.replaceChildren(...options);
    active = -1;
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    input.removeAttribute('aria-activedescendant');
  }
  function close() {
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }
  function take(option) {
    input.value = option.dataset.text;
    close();
    clearTimeout(timer);
    void show(new URLSearchParams({ q: input.value, lang }));
  }
  function move(step) {
    const options = [...list.children];
    options[active]?.setAttribute('aria-selected', 'false');
    active = (active + step + options.length + 1) % (options.length + 1);
    const option = options[active];
    option?.setAttribute('aria-selected', 'true');
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  }
  input.addEventListener('keydown', (event) => {
    if (list.hidden || composing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(active < 0 ? list.children.length : -1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && list.children[active]) take(list.children[active]);
    else return;
    event.preventDefault();
  });
  input.addEventListener('blur', close);
}

function copyOnClick(button) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
    setTimeout(() => (button.textContent = label), 1_500);
  });
}

function sendOnSubmit(form) {
  const output = form.querySelector('output');
  form.querySelector('button').disabled = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    try {
      const response = await fetch('/api/v1/rfq', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(Object.fromEntries(new FormData(form))),
      });
      const answer = await response.json();
      output.textContent = answer.ok ? form.dataset.sent + answer.id : form.dataset.notSent + answer.detail;
      if (answer.ok) form.reset();
    } catch (error) {
      output.textContent = form.dataset.notSent + error.message;
    } finally {
      button.disabled = false;
    }
  });
}
