/** Whether the window shows one pane at a time; views with columns side by side have one column then. */
import { useEffect, useState } from 'preact/hooks';

/** As in theme/layout.css. */
const NARROW = '(max-width: 800px)';

export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const update = () => setNarrow(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return isNarrow;
}
