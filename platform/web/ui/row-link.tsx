import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

/**
 * A link in a row. A single element, for tables that render dozens of rows per key: each of the router's links checks every change of the
 * address.
 */
export function RowLink({ href, children, ...props }: ComponentProps<'a'> & { href: string }) {
  const { history } = useRouter();
  const follow = (event: MouseEvent) => {
    // With these keys, browsers open a tab or window, or download.
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
