import { domClick as clickByScript } from '../../dom/effects.js';
import type { Handler } from '../acting.js';

export const domClick: Handler<'domClick'> = (acting, request) =>
  acting.onceReady(request, ['enabled'], (element) => {
    clickByScript(element);
    return {};
  });
