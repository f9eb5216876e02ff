import { IconDeviceFloppy, IconMessage2, IconMovie, IconPhoto, IconUpload } from '@tabler/icons-react';
import { runCommand, useAllCommands } from '../../commands.ts';
import { FORMATTING, type Formatting } from './formatting.ts';
import type { ToolbarItem } from './toolbar.tsx';

/** The page's commands that save the edited text. */
export interface SaveCommands {
  save: string;
  saveWithMessage: string;
}

interface ToolbarActions {
  /** The text can't be changed: it is being saved or hidden. */
  isDisabled: boolean;
  format: (formatting: Formatting) => void;
  addVideo: () => void;
  /** Null: no images here. */
  uploadNew: (() => void) | null;
  addImage: () => void;
}

/** The editor's actions: formatting, upload, images and video, and those of the page that save the text. */
export function useToolbarItems(
  commands: SaveCommands | undefined,
  actions: ToolbarActions,
): { groups: ToolbarItem[][]; rest: ToolbarItem[] } {
  const registered = useAllCommands();
  const { isDisabled, format, uploadNew, addImage, addVideo } = actions;
  const saveItem = (id: string, label: string, icon: ToolbarItem['icon']): ToolbarItem => {
    const command = registered.find((each) => each.id === id);
    const isOff = command === undefined || command.enabled === false;
    return { id, label, icon, shortcut: command?.shortcut ?? null, isDisabled: isOff, run: () => runCommand(id) };
  };
  const insertItem = (id: string, label: string, icon: ToolbarItem['icon'], run: () => void): ToolbarItem => ({
    id,
    label,
    icon,
    shortcut: null,
    isDisabled,
    run,
  });
  const images = uploadNew
    ? [insertItem('upload-new', 'Upload New', IconUpload, uploadNew), insertItem('add-image', 'Add Image', IconPhoto, addImage)]
    : [];
  const [words, ...others] = FORMATTING.map((group) =>
    group.map((formatting) => ({ ...formatting, isDisabled, run: () => format(formatting) })),
  );
  return {
    // What narrow panes show first.
    groups: [words ?? [], [...images, insertItem('add-video', 'Add Video', IconMovie, addVideo)], ...others],
    // The page has one visible Save.
    rest: commands
      ? [saveItem(commands.save, 'Save', IconDeviceFloppy), saveItem(commands.saveWithMessage, 'Save with message', IconMessage2)]
      : [],
  };
}
