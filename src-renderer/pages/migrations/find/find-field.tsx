import { useNavigate } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { Button } from '#ui/controls/button.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { findEverywhere } from '../../../components/console-requests.ts';
import type { ListView } from '../../../components/listing/list-view.ts';
import { SearchField } from '../../../components/listing/search/search-field.tsx';
import { useFind } from './use-find.ts';

export const FindField = ({ view }: { readonly view: ListView<'migrations'> }) => {
  const navigate = useNavigate();
  const { typed, type, enter, looking, help, isError, elsewhere } = useFind(view);
  return (
    <>
      <SearchField
        name="Find by migration id"
        placeholder="Find by ID, company or user"
        text={typed}
        onText={type}
        onEnter={enter}
        busy={looking}
        isError={isError}
        help={
          help === null ? null : (
            <>
              {help}
              {elsewhere === null ? null : (
                <button type="button" className="link-button" onClick={() => findEverywhere(elsewhere)}>
                  Find in all profiles
                </button>
              )}
            </>
          )
        }
      />
      <span className="find-ids" {...tip('Look up migrations by ID')}>
        <Button icon={ListChecks} onPress={() => void navigate({ to: '/migrations/ids' })}>
          Look up IDs
        </Button>
      </span>
    </>
  );
};
