/** A component that is loaded when it is shown for the first time. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Returns a component without properties that `load` gives. */
export function lazy(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;
  return function Lazy() {
    const [, setReady] = useState(loaded !== undefined);
    useEffect(() => {
      if (loaded !== undefined) return;
      void load().then((component) => {
        loaded = component;
        setReady(true);
      });
    }, []);
    const Loaded = loaded;
    return Loaded === undefined ? null : <Loaded />;
  };
}
