import { type ComponentType, lazy, Suspense } from 'react';

type PropsOf<Part> = Part extends (props: infer Props extends object) => unknown ? Props : object;

export const lazyPart = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) => {
  const Loaded = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  const LazyPart = (props: PropsOf<Module[Name]>) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
  return LazyPart;
};
