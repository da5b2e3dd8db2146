/** The viewer's page: served, with its script and style beside it; or exported, with everything in one file. */
import { createHash } from 'node:crypto';
import { script, style } from './page-assets.js';

const HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Sightline</title>
`;

/** `live`: the server is running. */
export function pageHtml(live: boolean): string {
  return `${HEAD}<link rel="stylesheet" href="viewer.css">
</head>
<body>
<div id="viewer"${live ? ' data-live' : ''}></div>
<script src="viewer.js"></script>
</body>
</html>
`;
}

/** `data` becomes part of the file; nothing in it can end its element. */
export function selfContainedHtml(data: unknown): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const code = script.replaceAll('</script', '<\\/script');
  const csp = [
    "default-src 'none'",
    `script-src '${hashOf(code)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `${HEAD}<meta http-equiv="content-security-policy" content="${csp}">
<style>${style}</style>
</head>
<body>
<div id="viewer"></div>
<script type="application/json" id="run">${json}</script>
<script>${code}</script>
</body>
</html>
`;
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
