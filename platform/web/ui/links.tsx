import { ActionIcon, Anchor as Text, Button, type ActionIconProps, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

type Anchor<P> = P & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P>;

/** A link that looks like a button. */
export const LinkButton = createLink((props: Anchor<ButtonProps>) => <Button component="a" {...props} />);

/** A link that looks like an icon button. */
export const LinkIcon = createLink((props: Anchor<ActionIconProps>) => <ActionIcon component="a" {...props} />);

/** A link in text. */
export const TextLink = createLink((props: Anchor<AnchorProps>) => <Text component="a" {...props} />);
