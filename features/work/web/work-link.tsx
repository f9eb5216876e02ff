import { IconChecklist } from '@tabler/icons-react';
import { LinkIcon } from '#platform/web/ui/links.tsx';

/** Opens My work, from the header. */
export function WorkLink() {
  return (
    <LinkIcon to="/work" size={32} aria-label="My work" title="My work">
      <IconChecklist size={18} aria-hidden />
    </LinkIcon>
  );
}
