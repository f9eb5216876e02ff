import classes from './output-pane.module.css';

/** A plot drawn by the code: a PNG in base64. */
export function Plot({ image, label }: { image: string; label: string }) {
  return <img className={classes.plot} src={`data:image/png;base64,${image}`} alt={label} />;
}
