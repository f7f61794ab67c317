-- kernel: the field that staff chose for a heading of a sheet, offered to everybody the next time
create table sheet_heading (
  -- the layout: 'ISBN Meta', 'Words and Sentences', 'Unit info'
  sheet text not null,
  -- in lower case, letters and digits only
  heading text not null,
  -- null for a column that was left out
  field text,
  primary key (sheet, heading)
);
