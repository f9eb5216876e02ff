/** How long saves between two commits are kept. In days. Apart from the schemas, so that pages show it without zod. */
export const VERSION_DAYS = 90;
export const VERSIONS_PER_PAGE = 50;
