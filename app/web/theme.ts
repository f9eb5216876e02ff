import {
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorScheme,
  type MantineThemeOverride,
} from '@mantine/core';
import { isMeaning, type Meaning } from '#platform/web/ui/meanings.ts';

/** Control heights: dense, but at least 24 px (WCAG 2.5.8). */
const CONTROL_HEIGHT: Record<string, string> = { 'compact-xs': '24px', xs: '28px', sm: '32px' };

function controlHeight(name: string) {
  return (_theme: unknown, props: { size?: unknown }) => {
    const height = typeof props.size === 'string' ? CONTROL_HEIGHT[props.size] : undefined;
    return { root: {}, wrapper: {}, ...(height ? { [name === '--input-height' ? 'wrapper' : 'root']: { [name]: height } } : {}) };
  };
}

/** What destroys something is quiet until it is pointed at; global.css does the same for the keyboard. */
const DANGER = {
  background: 'transparent',
  hover: 'var(--color-error-ground)',
  color: 'var(--mantine-color-dimmed)',
  hoverColor: 'var(--color-error)',
  border: '1px solid transparent',
};

function colorsOf(meaning: Meaning) {
  const ground = `var(--color-${meaning}-ground)`;
  return { background: ground, hover: ground, color: `var(--color-${meaning})`, border: '1px solid transparent' };
}

const input = { defaultProps: { size: 'sm' } };

/**
 * Dense and quiet, one accent colour, and every colour pair at 4.5:1 or more in both schemes.
 * Components are named, not imported, so that a page without dialogs loads none.
 */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-code)',
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  // The steps that Mantine doesn't have; the values of all are in tokens.css.
  spacing: { '3xs': '2px', '2xs': '4px', '2xl': '48px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'var(--mantine-font-size-xl)', lineHeight: '1.35' },
      h2: { fontSize: 'var(--mantine-font-size-lg)', lineHeight: '1.4' },
      h3: { fontSize: 'var(--mantine-font-size-md)', lineHeight: '1.4' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'sm' }, vars: controlHeight('--button-height') },
    ActionIcon: { defaultProps: { size: 28, variant: 'subtle', color: 'gray' } },
    Input: { defaultProps: { size: 'sm' }, vars: controlHeight('--input-height') },
    InputWrapper: { defaultProps: { size: 'sm' } },
    TextInput: input,
    Textarea: input,
    PasswordInput: input,
    Select: input,
    MultiSelect: input,
    TagsInput: input,
    NumberInput: input,
    Checkbox: { defaultProps: { size: 'xs' } },
    Badge: { defaultProps: { tt: 'none', fw: 500, radius: 'sm', variant: 'light' } },
    // The pointer may go over a hint, for people who magnify the screen (WCAG 1.4.13).
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true, interactive: true } },
    // Inside the page's landmarks; focus starts on the first entry.
    Menu: { defaultProps: { shadow: 'md', withinPortal: false, withInitialFocusPlaceholder: false } },
    Combobox: { defaultProps: { shadow: 'md', withinPortal: false, keepMounted: false } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, centered: true } },
    // A second <header> would be a second banner landmark for screen readers.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Alert: { defaultProps: { radius: 'sm' } },
    // Large enough for a finger (WCAG 2.5.8).
    CloseButton: { styles: { root: { minWidth: 24, minHeight: 24 } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
  // Mantine's default is too pale for text in the light scheme and as prominent as a filled button in the dark one.
  variantColorResolver: (resolved) => {
    const colors = defaultVariantColorsResolver(resolved);
    if (resolved.variant === 'danger') return { ...colors, ...DANGER };
    if (isMeaning(resolved.color)) return { ...colors, ...colorsOf(resolved.color) };
    if (resolved.variant !== 'light') return colors;
    const shade = (index: number) => `var(--mantine-color-${resolved.color}-${index})`;
    const quiet =
      resolved.color === 'gray' ? 'var(--mantine-color-dark-5)' : `color-mix(in srgb, ${shade(9)} 32%, var(--mantine-color-dark-7))`;
    const quietHover =
      resolved.color === 'gray' ? 'var(--mantine-color-dark-4)' : `color-mix(in srgb, ${shade(9)} 45%, var(--mantine-color-dark-7))`;
    return {
      ...colors,
      background: `light-dark(${colors.background}, ${quiet})`,
      hover: `light-dark(${colors.hover}, ${quietHover})`,
      color: `light-dark(color-mix(in srgb, ${shade(9)} 70%, black), ${shade(2)})`,
    };
  },
});

/** Quiet text and errors with enough contrast in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--header-height': '48px', '--row-height': '34px' },
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
  },
});

/** Follows the system setting until the user chooses; kept in this browser. `index.html` reads the same key. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'lessonwright-color-scheme' });
export const DEFAULT_COLOR_SCHEME: MantineColorScheme = 'auto';
