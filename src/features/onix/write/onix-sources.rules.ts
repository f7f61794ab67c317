import type { OnixNode } from '../message/onix-elements.rules.ts';
import type { OnixField } from '../read/onix-cells.rules.ts';

/** A price of a collection, and its title. */
export interface CollectionPrice {
  title: string;
  amount: string;
  currency: string;
}

/** The parts that a book is written from: its own fields, and what was read of it wherever that still says the same. */
export interface Sources {
  text: (field: OnixField) => string;
  /** The part of the record, if the book has in these fields what was read in them. */
  unchanged: (part: OnixNode | undefined, ...fields: OnixField[]) => OnixNode | undefined;
  /** The blocks of the record. */
  descriptive: OnixNode | undefined;
  collateral: OnixNode | undefined;
  publishing: OnixNode | undefined;
}
