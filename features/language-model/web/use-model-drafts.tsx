import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { type Command, useCommands } from '#platform/web/commands.ts';
import type { UnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import type { ModelTaskKind } from '../contract.ts';
import { MODEL_TASKS, whyNotDrafted } from '../language-model.policy.ts';
import { modelOfferQuery } from './queries.ts';

const loadDialog = () => import('./draft-dialog.tsx');

interface ModelDraftsOptions {
  lesson: Lesson;
  screen: Screen;
  isReadOnly: boolean;
  /** What is on the page is saved first: drafts are made from what is stored. */
  page: UnsavedParts;
  onProposal: (id: number) => void;
}

/** Commands that draft changes of the screen with the language model, and their dialog. None where it isn't allowed. */
export function useModelDrafts({ lesson, screen, isReadOnly, page, onProposal }: ModelDraftsOptions): {
  commands: Command[];
  dialog: ReactNode;
} {
  const [kind, setKind] = useState<ModelTaskKind | null>(null);
  const { has_model } = useCurrentUser();
  const isPossible = has_model === true && !isReadOnly;
  const model = useQuery({ ...modelOfferQuery(lesson.id), enabled: isPossible }).data?.model ?? null;
  const kinds = (Object.keys(MODEL_TASKS) as ModelTaskKind[]).filter(
    (each) => whyNotDrafted(screen, lesson.language, { kind: each }) === null,
  );
  const open = async (next: ModelTaskKind) => {
    if (!page.state().isDirty || (await page.saveAll())) setKind(next);
  };
  const isOffered = model !== null && isPossible;
  const each: Command[] = isOffered
    ? kinds.map((next) => ({
        id: `draft-with-model:${next}`,
        label: `Draft: ${MODEL_TASKS[next].toLowerCase()}…`,
        group: 'Actions',
        keywords: 'language model assistant suggest',
        icon: IconSparkles,
        run: () => open(next),
      }))
    : [];
  useCommands(each);
  const [first] = kinds;
  const menu: Command[] =
    isOffered && first !== undefined
      ? [{ id: 'draft-with-model', label: 'Draft with the language model…', group: 'Actions', icon: IconSparkles, run: () => open(first) }]
      : [];
  const props = { screen, kinds, first: kind ?? 'wording', model: model ?? '', onProposal, onClose: () => setKind(null) };
  return { commands: menu, dialog: kind === null ? null : <OnDemand load={loadDialog} props={props} /> };
}
