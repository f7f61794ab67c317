import { existsSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const browserEntries = ['src/browser/main.tsx', 'src/browser/views.ts'];

// Keeps the number of files per page small: on a slow connection each additional file costs a round trip, and small
// files compress badly. One chunk has what every page needs, the others what most pages, lists, records, forms and
// selects need, each by its folder. Their styles are split in the same way.
const mantine = '@mantine/core/esm/components';
const chunks = [
  // Without the entries: main.tsx awaits the view, which would deadlock if the view imported anything from its chunk.
  {
    name: 'core',
    tags: ['$initial' as const],
    test: (id: string) => !browserEntries.includes(path.relative(import.meta.dirname, id)),
  },
  // The context of Mantine's components, which views that draw none do without.
  { name: 'mantine', test: /src\/ui\/kit\/mantine|@mantine\/core\/esm\/core\/MantineProvider\// },
  // Before what is made of them, which would take them along.
  {
    name: 'controls',
    test: new RegExp(`${mantine}/(Input|InputBase|TextInput|Textarea)/`),
  },
  { name: 'choices', test: new RegExp(`${mantine}/(Select|Popover|Combobox|Checkbox|Radio|Loader|CloseButton)/`) },
  {
    name: 'page',
    test: /src\/(client\/[^/]+\.ts|kernel\/.*\.rules|ui\/(icon|kit\/|page\/|form\/(drafts|use-(act|ask|foreseen|returned|save|submit|unsaved))))/,
    minShareCount: 20,
  },
  // What lists read of fields, which they would otherwise get with all of forms.
  { name: 'fields', test: /src\/kernel\/records\/record-fields\.rules/ },
  { name: 'list', test: /src\/ui\/table\// },
  { name: 'record', test: /src\/ui\/record\// },
  {
    name: 'form',
    test: /src\/ui\/form\/(field|save-bar|form-sections|editor\.module|record-problem|record-values|conflict-review|draft-offer|use-(record-form|draft|editing))|@mantine\/form/,
  },
];

// The programs of the server, and what they draw views with.
const serverEntries = {
  main: 'src/main.ts',
  backup: 'src/backup/backup-command.ts',
  operations: 'src/operations/operations-command.ts',
  doctor: 'src/operations/doctor-command.ts',
  verify: 'src/verify/verify-command.ts',
  moving: 'src/moving/moving-command.ts',
  purge: 'src/purge/purge-command.ts',
  'entry-server': 'src/browser/entry-server.tsx',
};

// What loads files of its own, and large packages that few installations load.
const leftAsPackages = [
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@aws-sdk/s3-presigned-post',
  '@aws-sdk/s3-request-presigner',
  '@likecoin/epubcheck-ts',
  'pdfkit',
  'pg-native',
  'sharp',
  'subset-font',
  'vite',
];

// A module that one view loads on demand may be a static part of another.
const checks = { ineffectiveDynamicImport: false };

const moduleAddress = /new URL\('([^']+\.ts)', import\.meta\.url\)/g;

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

/** Leaves out the development builds of React, which are never run here: without treeshaking they would stay. */
const noDevelopmentBuilds: Plugin = {
  name: 'no-development-builds',
  load: {
    filter: { id: /\/(react|react-dom|scheduler|use-sync-external-store)\/cjs\/.+\.development\.js$/ },
    handler: () => '',
  },
};

/**
 * Builds what the server starts aside or loads by its address, `new URL('x.ts', import.meta.url)`, as further entries.
 */
const modulesByAddress: Plugin = {
  name: 'modules-by-address',
  enforce: 'pre',
  transform: {
    filter: { code: moduleAddress },
    handler(code, id) {
      const built = code.replace(moduleAddress, (_, name: string) => {
        const chunk = this.emitFile({ type: 'chunk', id: path.resolve(path.dirname(id), name) });
        return `new URL(import.meta.ROLLUP_FILE_URL_${chunk})`;
      });
      return { code: built, map: null };
    },
  },
  resolveFileUrl: ({ relativePath }) => `new URL('./${relativePath}', import.meta.url).href`,
};

/** `vite build` builds what browsers load, `vite build --ssr` the server and what it draws views with; both write to dist. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  publicDir: false,
  // What files load of each other, they find beside them: the office may stand under a path.
  base: './',
  plugins: [react({ jsxImportSource: '#jsx' }), isSsrBuild ? [modulesByAddress, noDevelopmentBuilds] : componentStyles],
  css: { transformer: 'lightningcss' },
  // Bundled with its packages, so that the server does not read thousands of modules at startup.
  ssr: isSsrBuild ? { noExternal: true, external: leftAsPackages } : {},
  // React always runs in production mode here: its development checks would take most of the tests' rendering time.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        sourcemap: true,
        rolldownOptions: {
          checks,
          input: serverEntries,
          // Both remove calls whose answer is not used, such as a decodeURIComponent that is there to throw.
          treeshake: false,
          output: {
            // Only without spaces and comments: names stay, and nothing is removed.
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
            sourcemapExcludeSources: true,
          },
        },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2023',
        rolldownOptions: {
          checks,
          input: browserEntries,
          // Keeps the export of views.ts, which has nothing else.
          preserveEntrySignatures: 'exports-only',
          output: { codeSplitting: { groups: chunks } },
        },
      },
}));
