import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `vite build` makes what browsers load, `vite build --ssr` what the server renders with; both land in dist. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  // One file: the server starts without reading a thousand modules of the component library.
  ssr: { noExternal: isSsrBuild ? true : undefined },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/client/entry/entry-server.tsx' },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        cssCodeSplit: false,
        target: 'es2023',
        rolldownOptions: { input: 'src/client/entry/main.tsx' },
      },
}));
