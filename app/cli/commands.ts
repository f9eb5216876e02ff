import type { Command } from './command.ts';

/** The commands of `lessonwright`, in the order of its help. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  new: async () => (await import('./commands/new.ts')).newCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  examine: async () => (await import('./commands/examine.ts')).examineCommand,
  preview: async () => (await import('./commands/preview.ts')).previewCommand,
  pull: async () => (await import('./commands/pull.ts')).pullCommand,
  push: async () => (await import('./commands/push.ts')).pushCommand,
  propose: async () => (await import('./commands/propose.ts')).proposeCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand(COMMANDS),
};
