import './preview.css';
import '#platform/web/ui/reduced-motion.css';
import '#platform/web/ui/tokens.css';
import '#platform/web/ui/typefaces.css';
import '#platform/web/ui/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PreviewPage } from './preview-page.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the lesson.');

createRoot(root).render(
  <StrictMode>
    <PreviewPage />
  </StrictMode>,
);
