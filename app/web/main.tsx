import '@mantine/core/styles.layer.css';
import './global.css';
import '#platform/web/ui/reduced-motion.css';
import '#platform/web/ui/tokens.css';
import '#platform/web/ui/typefaces.css';
import '#platform/web/ui/print.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startShortcuts } from '#platform/web/commands.ts';
import { startKeepingFocus } from '#platform/web/keep-focus.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { router } from './router.tsx';
import { colorSchemeManager, cssVariables, DEFAULT_COLOR_SCHEME, theme } from './theme.ts';
import { ToastPlace } from './toast-place.tsx';

startShortcuts();
startKeepingFocus();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the application.');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme={DEFAULT_COLOR_SCHEME}
    >
      <QueryClientProvider client={queryClient}>
        <ToastPlace />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
