import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { kindsFor } from '../contract/kinds/kinds.ts';
import type { QuestionTask } from '../contract/kinds/tasks.ts';
import classes from './questions.module.css';

interface AddQuestionProps {
  /** The lesson has a language, so that code can run. */
  hasCode: boolean;
  /** Without a task, a multiple choice question. */
  onAdd: (task?: QuestionTask) => void;
}

/** Adds a multiple choice question and, from the menu beside it, one of another kind. */
export function AddQuestion({ hasCode, onAdd }: AddQuestionProps) {
  return (
    <div className={classes.addQuestion}>
      <Button variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => onAdd()}>
        Add question
      </Button>
      <Menu position="bottom-end" width={320} withinPortal={false} returnFocus={false}>
        <Menu.Target>
          <ActionIcon size={32} variant="default" aria-label="Add a question of another kind">
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {kindsFor(hasCode).map(({ kind, label, description, empty }) => (
            <Menu.Item key={kind} aria-label={`${label}: ${description}`} onClick={() => onAdd(empty())}>
              {label}
              <Text size="xs" c="dimmed">
                {description}
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
