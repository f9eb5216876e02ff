/** Links open in a new tab, never in place of the editor. Links within the text scroll, and links to files download them. */
export function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.hasAttribute('download')) return;
  event.preventDefault();
  const address = link.getAttribute('href') ?? '';
  if (address.startsWith('#')) document.querySelector(`[id="${CSS.escape(address.slice(1))}"]`)?.scrollIntoView();
  else if (address !== '') window.open(link.href, '_blank', 'noopener');
}
