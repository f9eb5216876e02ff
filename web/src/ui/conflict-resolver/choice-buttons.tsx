import { Button, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Choice } from './resolution.ts';

interface ChoiceButtonsProps {
  /** What the choice is about. */
  name: string;
  choice: Choice | undefined;
  theirName: string;
  withBoth: boolean;
  onChoose: (choice: Choice) => void;
}

/** Use mine, theirs or both; the chosen one is marked by more than colour. */
export function ChoiceButtons({ name, choice, theirName, withBoth, onChoose }: ChoiceButtonsProps) {
  const options: [Choice, string][] = [
    ['mine', 'Use mine'],
    ['theirs', theirName === 'Theirs' ? 'Use theirs' : `Use ${theirName}’s`],
    ...(withBoth ? ([['both', 'Use both']] satisfies [Choice, string][]) : []),
  ];
  return (
    <Group gap="xs" role="group" aria-label={name}>
      {options.map(([value, label]) => (
        <Button
          key={value}
          size="xs"
          variant={choice === value ? 'filled' : 'default'}
          aria-pressed={choice === value}
          leftSection={choice === value ? <IconCheck size={14} aria-hidden /> : null}
          onClick={() => onChoose(value)}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
