import { Cover } from '#ui/cover.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { State } from '#ui/kit/state.tsx';
import { PlaceButton } from '#ui/order/place-button.tsx';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import { LeadCell } from '#ui/table/lead-cell.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import type { AdvertisedRow } from './advertisement.read.ts';

interface AdvertisementRowsProps {
  rows: readonly AdvertisedRow[];
  /** Asks where to move a collection. */
  onMove: (row: AdvertisedRow) => void;
  onRemove: (row: AdvertisedRow) => void;
}

/** The advertised collections in order. */
export function AdvertisementRows({ rows, onMove, onRemove }: AdvertisementRowsProps) {
  const t = useT<CollectionWords>();
  const places = new Map(rows.map(({ cidx }, index) => [cidx, index + 1]));
  const placeOf = ({ cidx }: AdvertisedRow) => places.get(cidx) ?? 0;
  const columns: Column<AdvertisedRow>[] = [
    {
      key: 'place',
      label: t('collection.ads_place'),
      align: 'nowrap',
      render: (row) => <PlaceButton title={row.title} position={placeOf(row)} onMove={() => onMove(row)} />,
    },
    {
      key: 'title',
      label: t('collection.field_title'),
      align: 'lead',
      render: ({ cid, title, cover }) => (
        <LeadCell
          href={`/collection/${cid}`}
          title={title}
          id={cid}
          picture={<Cover id={cid} title={title} source={cover} size="row" />}
        />
      ),
    },
    {
      key: 'public',
      label: t('collection.field_is_public'),
      align: 'nowrap',
      render: ({ is_public }) => (
        <State tone={is_public === 'O' ? 'live' : 'warn'}>
          {t(is_public === 'O' ? 'collection.public' : 'collection.private')}
        </State>
      ),
    },
    {
      key: 'acts',
      label: t('common.actions'),
      align: 'actions',
      render: (row) => (
        <Button
          variant="quiet"
          aria-label={`${t('collection.ads_remove')}: ${row.title}`}
          onClick={() => onRemove(row)}
        >
          {t('collection.ads_remove')}
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('collection.advertisement')}
      columns={columns}
      rows={rows}
      keyOf={({ cidx }) => cidx}
      nameOf={({ title }) => title}
      path="/collection/advertisement"
      query={{}}
    />
  );
}
