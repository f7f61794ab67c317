import { existsSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// A page loads few files: on a slow line each one more costs a round trip, and small ones compress badly. What every page
// needs is one file, then what most pages, lists, records, forms and choosers need. Their styles are divided alike.
const mantine = '@mantine/core/esm/components';
const chunks = [
  // Without the entries: the first waits for the view, and whoever the view shares a file with must not wait for it; the
  // second lists all views.
  { name: 'core', tags: ['$initial' as const], test: /^(?!.*entry\/(main|views)\.ts)/ },
  {
    name: 'page',
    test: /src\/(client\/(?!recent|ask-to-delete)[^/]+\.ts|ui\/(icon|table\/list-url|page\/(?!shell|error|record-hero|record-tabs|record-part|used-in))|features\/book\/record\/book-cover|ui\/form\/(use-(?!record|one|editing)|drafts)|kernel\/.*\.rules)/,
    minShareCount: 3,
  },
  {
    name: 'list',
    test: /src\/ui\/table\/(?!column-matcher|virtual|title-table|word|cell-editor|search-field|list-url|record-filter|tick|keys-dialog)/,
  },
  { name: 'record', test: /src\/ui\/page\/record-(hero|tabs|part-acts|steps)/ },
  {
    name: 'form',
    test: /src\/ui\/form\/(field|save-bar|form-sections|editor\.module|record-problem|record-values|conflict-review|draft-offer|use-record-form|use-editing)|@mantine\/form/,
  },
  {
    name: 'controls',
    test: new RegExp(`${mantine}/(Button|Group|Stack|Text|Input|InputBase|TextInput|Textarea|Alert)/`),
  },
  { name: 'choices', test: new RegExp(`${mantine}/(Select|Popover|Combobox|Checkbox|Radio|Loader|CloseButton)/`) },
];

/**
 * Each component of the library brings its own styles, into the files of the pages that have it. They come after those of
 * the components it is made of, which is the order the library asks for.
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

/** `vite build` makes what browsers load, `vite build --ssr` what the server renders with; both land in dist. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), ...(isSsrBuild ? [] : [componentStyles])],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  // One file: the server starts without reading a thousand modules of the component library.
  ssr: { noExternal: isSsrBuild ? true : undefined },
  // React draws as in production whoever loads the build: its checks for developers take most of the time of the tests' pages.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/client/entry/entry-server.tsx', checks: { ineffectiveDynamicImport: false } },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2023',
        rolldownOptions: {
          // What one view loads when it is needed, another is made of.
          checks: { ineffectiveDynamicImport: false },
          input: ['src/client/entry/main.tsx', 'src/client/entry/views.ts'],
          // Views are all that the second exports.
          preserveEntrySignatures: 'exports-only',
          output: { codeSplitting: { groups: chunks } },
        },
      },
}));
