import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Header, Menu, MenuItem, MenuSection, type Selection, Text } from 'react-aria-components';
import { Kbd } from '../keys/shortcuts.tsx';
import { OpenPopover } from './open-popover.tsx';

/** An item, or nothing if a condition leaves the item out. */
export type Maybe<Item> = Item | false | null | undefined;

export interface MenuLine {
  /** @default the label */
  readonly id?: string;
  readonly label: string;
  /** Shown instead of the label. */
  readonly content?: ReactNode;
  readonly icon?: LucideIcon | undefined;
  readonly tone?: string | undefined;
  readonly note?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly mono?: boolean | undefined;
  /** True if the option is disabled. Its note or the heading of its section gives the reason. */
  readonly disabled?: boolean | undefined;
  /** Runs when the user chooses this item of an `actions` section. */
  readonly run?: () => void;
}

interface MenuPartBase {
  /** Heading of the section. */
  readonly head?: string | undefined;
  /** Accessible name of the section. By default its heading, or the menu's name. */
  readonly ariaName?: string;
  readonly lines: readonly Maybe<MenuLine>[];
}

export type MenuPart =
  | (MenuPartBase & {
      readonly kind: 'actions';
      /** True if the menu stays open because other content replaces its lines. */
      readonly staysOpen?: boolean;
    })
  | (MenuPartBase & {
      readonly kind: 'one' | 'many';
      readonly chosen: readonly string[];
      readonly onChoose: (ids: readonly string[]) => void;
    });

interface PopMenuProps {
  readonly name: string;
  readonly parts: readonly Maybe<MenuPart>[];
  readonly trigger: HTMLElement;
  readonly placement?: 'bottom start' | 'bottom end';
  readonly offset?: number;
  readonly crossOffset?: number;
  readonly onClose: () => void;
  /** A search field above the lines, for long menus. The caller filters the lines. */
  readonly search?: MenuSearch | undefined;
}

interface MenuSearch {
  readonly name: string;
  readonly text: string;
  readonly onSearch: (text: string) => void;
}

/** Arrow Down moves from this field to the first option. */
const SearchInput = ({ name, text, onSearch }: MenuSearch) => (
  <div className="menu-search">
    <input
      type="search"
      aria-label={name}
      placeholder={name}
      value={text}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu gets the focus when it opens (WAI-ARIA, menu button)
      autoFocus
      onChange={({ target }) => onSearch(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        const lines = event.currentTarget.closest('.menu-popover')?.querySelector<HTMLElement>('[role^="menuitem"]');
        lines?.focus();
      }}
    />
  </div>
);

const idOf = ({ id, label }: MenuLine): string => id ?? label;

const Line = ({ line, selectable }: { readonly line: MenuLine; readonly selectable: boolean }) => {
  const { label, content, icon: Icon, tone, note, keys, mono, disabled = false } = line;
  return (
    <MenuItem id={idOf(line)} className="menu-item" textValue={label} isDisabled={disabled}>
      {({ isSelected }) => (
        <>
          {selectable ? (
            <Check size={14} className={isSelected ? 'menu-check' : 'menu-check off'} aria-hidden="true" />
          ) : null}
          {Icon ? <Icon size={14} className={tone} aria-hidden="true" /> : null}
          {content ?? (
            <Text slot="label" className={mono ? 'truncate mono' : 'truncate'}>
              <bdi>{label}</bdi>
            </Text>
          )}
          {note === undefined ? null : <span className="menu-note hint number truncate">{note}</span>}
          {keys ? (
            <span className="menu-keys">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </span>
          ) : null}
        </>
      )}
    </MenuItem>
  );
};

interface PartProps {
  readonly part: MenuPart;
  readonly menuName: string;
  readonly first: boolean;
}

const Part = ({ part, menuName, first }: PartProps) => {
  const lines = part.lines.filter((line) => !!line);
  const choice =
    part.kind === 'actions'
      ? { selectionMode: 'none' as const }
      : {
          selectionMode: part.kind === 'one' ? ('single' as const) : ('multiple' as const),
          selectedKeys: part.chosen,
          disallowEmptySelection: part.kind === 'one',
          onSelectionChange: (keys: Selection) =>
            part.onChoose(keys === 'all' ? lines.map(idOf) : [...keys].map(String)),
        };
  return (
    <MenuSection
      className={first ? 'menu-first' : 'menu-section'}
      aria-label={part.ariaName ?? part.head ?? menuName}
      {...choice}
      {...(part.kind === 'actions' && part.staysOpen ? { shouldCloseOnSelect: false } : undefined)}
    >
      {part.head === undefined ? null : <Header className="menu-header">{part.head}</Header>}
      {lines.map((line) => (
        <Line key={idOf(line)} line={line} selectable={part.kind !== 'actions'} />
      ))}
    </MenuSection>
  );
};

export const PopMenu = ({ name, parts, onClose, search, ...popover }: PopMenuProps) => (
  <OpenPopover aria-label={name} onClose={onClose} {...popover}>
    {search ? <SearchInput {...search} /> : null}
    <Menu
      className="menu"
      aria-label={name}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu gets the focus when it opens (WAI-ARIA)
      {...(search ? {} : { autoFocus: 'first' as const })}
      onClose={onClose}
      onAction={(key) => {
        for (const part of parts) {
          const line = part && part.kind === 'actions' && part.lines.find((each) => each && idOf(each) === key);
          if (line) line.run?.();
        }
      }}
    >
      {parts
        .filter((part) => !!part)
        .map((part, index) => (
          <Part key={part.ariaName ?? part.head ?? name} part={part} menuName={name} first={index === 0} />
        ))}
    </Menu>
  </OpenPopover>
);
