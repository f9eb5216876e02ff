// The path of version 0.2, which crontabs with nightly backups still name. The program is app/server/command-line.ts.
import '#app/server/command-line.ts';
