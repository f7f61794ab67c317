-- reservation: images that wait with scheduled changes are kept and forgotten like those of releases
comment on column collection_image.for_release is $$It was uploaded for a release or a scheduled change, and the collection has never shown it.$$;
comment on column collection_image.unused_since is $$When it was uploaded, or when a scheduled change last named it; for those uploaded for a release or a scheduled change.$$;
update collection_image i set for_release = true, unused_since = now()
from reservation r
where r.has_image and r.status in ('scheduled', 'failed') and r.value = to_jsonb(i.img_idx)
  and not exists (select from reservation o where o.status = 'applied' and o.cid = r.cid and o.value = r.value)
  and not exists (select from collection c where i.img_idx in (c.cover_img, c.thumb_img, c.list_img));
update collection_image set unused_since = now() where for_release and unused_since is null;
