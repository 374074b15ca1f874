import type { brand } from '#shared/brand.ts';
import { createFerry, type FerrySdk } from './create-ferry.ts';

const name: typeof brand.sdkGlobal = 'Ferry';
const script = document.currentScript as HTMLScriptElement | null;

(self as { [name]?: FerrySdk })[name] = createFerry(script ? new URL(script.src).origin : undefined);
