import { existsSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// Keeps the number of files per page small: on a slow connection each additional file costs a round trip, and small
// files compress badly. One chunk has what every page needs, the others what most pages, lists, records, forms and
// selects need. Their styles are split in the same way.
const mantine = '@mantine/core/esm/components';
const chunks = [
  // Excludes the entries: main.tsx awaits the view, which would deadlock if the view imported anything from the same
  // chunk; views.ts lists all views.
  { name: 'core', tags: ['$initial' as const], test: /^(?!.*browser\/(main|views)\.ts)/ },
  // The context of Mantine's components, which views that draw none do without.
  { name: 'mantine', test: /src\/ui\/page\/mantine|@mantine\/core\/esm\/core\/MantineProvider\// },
  {
    name: 'page',
    test: /src\/(client\/(?!recent|ask-to-delete)[^/]+\.ts|ui\/(icon|table\/(list-url|use-bulk-work)|page\/(?!shell|error|mantine|breadcrumbs|record-(?!steps|part-acts)|used-in))|features\/book\/record\/book-cover|ui\/form\/(use-(?!record|one|editing|draft)|drafts)|kernel\/(?!text\/date-text).*\.rules)/,
    minShareCount: 3,
  },
  {
    name: 'list',
    test: /src\/ui\/table\/(?!column-matcher|virtual|title-table|word|cell-editor|search-field|list-url|use-bulk-work|record-filter|tick|keys-dialog)/,
  },
  { name: 'record', test: /src\/ui\/page\/(breadcrumbs|record-(?!steps|part-acts))/ },
  {
    name: 'form',
    test: /src\/ui\/form\/(field|save-bar|form-sections|editor\.module|record-problem|record-values|conflict-review|draft-offer|use-(record-form|draft|editing))|@mantine\/form/,
  },
  {
    name: 'controls',
    test: new RegExp(`${mantine}/(Button|Group|Stack|Text|Input|InputBase|TextInput|Textarea|Alert)/`),
  },
  { name: 'choices', test: new RegExp(`${mantine}/(Select|Popover|Combobox|Checkbox|Radio|Loader|CloseButton)/`) },
];

// A module that one view loads on demand may be a static part of another.
const checks = { ineffectiveDynamicImport: false };

/**
 * Makes each Mantine component import its own styles, so that they end up in the files of the pages that use it. They
 * come after the styles of the components it is built from, which is the order that Mantine requires.
 */
const componentStyles: Plugin = {
  name: 'component-styles',
  apply: 'build',
  transform: {
    filter: { id: /@mantine\/core\/esm\/.+\.module\.mjs$/ },
    handler(code, id) {
      const styles = `@mantine/core/styles/${path.basename(id, '.module.mjs')}.css`;
      if (!existsSync(path.join(import.meta.dirname, 'node_modules', styles))) return null;
      return { code: `${code}\nimport '${styles}';`, map: null };
    },
  },
};

/** `vite build` builds what browsers load, `vite build --ssr` what the server renders with; both write to dist. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), ...(isSsrBuild ? [] : [componentStyles])],
  css: { transformer: 'lightningcss' },
  // Bundled into one file, so that the server does not read a thousand modules of the component library at startup.
  ssr: { noExternal: isSsrBuild ? true : undefined },
  // React always runs in production mode here: its development checks would take most of the tests' rendering time.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/browser/entry-server.tsx', checks },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2023',
        rolldownOptions: {
          checks,
          input: ['src/browser/main.tsx', 'src/browser/views.ts'],
          // Keeps the export of views.ts, which has nothing else.
          preserveEntrySignatures: 'exports-only',
          output: { codeSplitting: { groups: chunks } },
        },
      },
}));
