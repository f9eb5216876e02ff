import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

/**
 * A link of a row to a page of the product. One element, for tables that make dozens of rows at every keystroke: the links of the
 * router each look at the address again whenever it changes.
 */
export function RowLink({ href, children, ...props }: ComponentProps<'a'> & { href: string }) {
  const { history } = useRouter();
  const follow = (event: MouseEvent) => {
    // With these keys the browser opens a tab or a window, or downloads.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(href);
  };
  return (
    <a href={href} onClick={follow} {...props}>
      {children}
    </a>
  );
}
