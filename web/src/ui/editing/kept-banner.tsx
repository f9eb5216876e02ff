import { Button } from '@mantine/core';
import { Banner } from '../banner.tsx';
import { RelativeTime } from '../relative-time.tsx';
import type { KeptOffer } from './use-kept-edits.ts';

/** Offers edits of an earlier visit; nothing where there are none. `what` names the thing: `this course`. */
export function KeptBanner({ offer, what }: { offer: KeptOffer | null; what: string }) {
  if (!offer) return null;
  return (
    <Banner
      kind="info"
      actions={
        <>
          <Button size="xs" onClick={offer.restore}>
            Restore
          </Button>
          <Button size="xs" variant="default" onClick={offer.discard}>
            Discard
          </Button>
        </>
      }
    >
      There are unsaved changes of yours to {what}, kept in this browser. <RelativeTime at={offer.at} />
    </Banner>
  );
}
