import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rulesQuery } from '#features/accounts/web/rules/api.ts';
import { MESSAGES } from '#features/accounts/web/rules/messages.ts';
import { RULE_GROUPS, RulesForm } from '#features/accounts/web/rules/rules-form.tsx';
import { ModelNote } from '#features/language-model/web/model-note.tsx';
import { MergeRulesNote } from '#features/release-list/web/merge-rules-note.tsx';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SectionLinks } from '#platform/web/ui/section-links.tsx';

/** `/rules`: what the owners of the installation decide for everyone. */
export default function RulesPage() {
  const rules = useQuery(rulesQuery);
  return (
    <Page title="Rules" layout="form" aside={<SectionLinks titles={RULE_GROUPS} />}>
      <Text size="sm" c="dimmed">
        {MESSAGES.about}
      </Text>
      {rules.isError ? <ErrorBanner text={failureText(rules.error, MESSAGES.loadFailed)} onRetry={() => void rules.refetch()} /> : null}
      {rules.data ? <RulesForm rules={rules.data} mergeNote={<MergeRulesNote />} modelNote={<ModelNote />} /> : null}
    </Page>
  );
}
