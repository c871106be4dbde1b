// Enlarges the picture of a product in the page; without this script it is a link to the picture.
const figure = document.querySelector('a.figure');

figure?.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // in another tab
  event.preventDefault();
  const dialog = document.createElement('dialog');
  dialog.className = 'enlarged picture';
  const { src, alt } = figure.querySelector('img');
  const image = Object.assign(new Image(), { src, alt });
  const close = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: figure.dataset.close,
  });
  dialog.append(image, close);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
});
