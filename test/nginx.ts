/**
 * The configuration of an nginx that one user may run, with everything it writes in a folder of its own.
 * @param servers what stands within `http`
 */
export const nginxConfiguration = (folder: string, servers: string): string => `
daemon off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${servers}
}`;

/** What it takes on the command line to run with a configuration. */
export const nginxArgs = (file: string, folder: string): string[] => [
  '-c',
  file,
  '-p',
  folder,
  '-e',
  `${folder}/error.log`,
];

/** Debian's packages, and how to see whether they are there. */
export const nginxProgram = { version: ['nginx', '-v'], packages: ['nginx-light'] } as const;
