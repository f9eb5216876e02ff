import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { COLOR_SCHEMES } from './color-schemes.ts';

/** Light, dark or system; kept in this browser. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Theme"
      value={colorScheme}
      data={COLOR_SCHEMES.map(({ value, label }) => ({ value, label }))}
      onChange={(value) => setColorScheme(value)}
    />
  );
}
