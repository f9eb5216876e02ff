import { LinkButton } from '#platform/web/ui/links.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ExternalAuthorsSection } from './people/external-authors-section.tsx';

/** `/manage-external`: the part of `/people` that is about external authors, under the name that the specification gives it. */
export default function ExternalAuthorsPage() {
  return (
    <Page
      title="Manage External Authors"
      layout="list"
      actions={
        <LinkButton to="/people" variant="default">
          All people
        </LinkButton>
      }
    >
      <ExternalAuthorsSection />
    </Page>
  );
}
