import { render } from 'preact';
import { App } from './app.js';
import { sourceOf } from './source.js';

const root = document.getElementById('viewer');
if (root) render(<App source={sourceOf(document)} />, root);
