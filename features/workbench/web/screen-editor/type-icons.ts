import { IconBulb, IconCode, IconFileText } from '@tabler/icons-react';
import type { ScreenType } from '#features/screens/contract/screens.ts';

export const TYPE_ICONS = { text: IconFileText, code: IconCode, takeaways: IconBulb } as const satisfies Record<ScreenType, unknown>;
