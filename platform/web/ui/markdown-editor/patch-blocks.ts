import type { SafeHtml } from '#platform/contract/safe-html.ts';

/**
 * Replaces the content of `container` block by block, leaving unchanged blocks alone: videos keep playing, images don't flicker and the
 * scroll position stays.
 */
export function patchBlocks(container: HTMLElement, html: SafeHtml): void {
  const template = document.createElement('template');
  template.innerHTML = html;
  const after = [...template.content.childNodes].filter(isShown);
  const before = [...container.childNodes];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start]?.isEqualNode(after[start] ?? null)) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end)?.isEqualNode(after.at(-1 - end) ?? null)) end++;
  const next = before[before.length - end] ?? null;
  for (const node of before.slice(start, before.length - end)) node.remove();
  for (const node of after.slice(start, after.length - end)) container.insertBefore(node, next);
}

/** Line ends between blocks are no content. */
function isShown(node: ChildNode): boolean {
  return node.nodeType !== Node.TEXT_NODE || node.nodeValue?.trim() !== '';
}
