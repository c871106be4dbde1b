/** Reads something out, in a place that is never replaced: what comes with a new region is not read. @param parts elements or texts */
export function tell(...parts) {
  const texts = parts.flatMap((part) =>
    part ? [(part.innerText ?? part).replaceAll(/\s+/g, ' ').trim()] : [],
  );
  document.querySelector('#status').textContent = texts.join('. ');
}
